import type { GuideParts, GuideTarget, PitParts, RecordComponent } from "../table/game-parts";

/** What the file of a screen's main component exports: the component, its smaller components by name, and the rest of the parts. */
type ScreenModule = { default: unknown; parts: object };

/** Returns a screen's parts from its main component's file; `name` is the main component's name among the parts. */
export async function screenParts<Name extends string, Module extends ScreenModule>(
  name: Name,
  module: Promise<Module>,
): Promise<Module["parts"] & Omit<Module, keyof ScreenModule> & Record<Name, Module["default"]>> {
  const { default: main, parts, ...components } = await module;
  return { ...parts, ...components, [name]: main } as Module["parts"] & Omit<Module, keyof ScreenModule> & Record<Name, Module["default"]>;
}

/** Returns the parts of the pit from a game's sentences and from the component that draws its record. */
export async function pitParts(
  record: Promise<{ default: RecordComponent }>,
  sentences: Promise<{ pit: Omit<PitParts, "Record"> }>,
): Promise<PitParts> {
  const [{ default: Record }, { pit }] = await Promise.all([record, sentences]);
  return { ...pit, Record };
}

const STEP_TARGETS: readonly GuideTarget[] = ["hands", "chips", "spots", "clock", "help"];

/** Returns the guide from a game's words: the texts of a step are the keys `guide.TARGET.title` and `guide.TARGET.text`. */
export async function guideParts(words: Promise<{ t: (key: `guide.${GuideTarget}.${"title" | "text"}`) => string }>): Promise<GuideParts> {
  const { t } = await words;
  return { steps: () => STEP_TARGETS.map((target) => ({ target, title: t(`guide.${target}.title`), text: t(`guide.${target}.text`) })) };
}
