import { sentRounds, type PointsRecord, type RecordSource } from "../../records/past-rounds";
import { t as stakes } from "../../table/table-stakes/words";
import { resultSentence } from "./hands";
import { pointsText, t } from "./words";

/** Returns the last hands: the best hand, and the points of all seats. */
export const record = (source: RecordSource): PointsRecord => ({
  kind: "points",
  title: stakes("past.title"),
  note: stakes("past.note"),
  hands: sentRounds(source, "points").map(({ best, best_with, points }) => ({
    text: resultSentence({ facts: { best, best_with } }),
    points: Object.entries(points)
      .map(([seat, count]) => `${t("seat", { seat })} ${pointsText(count)}`)
      .join(", "),
  })),
});
