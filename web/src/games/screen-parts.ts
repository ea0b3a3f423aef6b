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
