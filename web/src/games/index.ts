import { baccarat } from "./baccarat/game";
import { blackjack } from "./blackjack/game";
import { threeCard, ultimate } from "./dealer_poker/game";
import { holdem } from "./holdem/game";
import { paiGowPoker } from "./pai_gow/poker/game";
import { generic } from "./generic/game";
import { mahJong } from "./pai_gow/mah_jong/game";
import { paiGowTiles } from "./pai_gow/tiles/game";
import { registerGames } from "../table/game-loader";
import type { GameDefinition } from "../table/game-parts";
import { thirteenCard } from "./thirteen_card/game";
import { war } from "./war/game";

/** All games, by the family name that the server sends. A new game is added here. */
export const GAMES: Readonly<Record<string, GameDefinition>> = {
  baccarat,
  blackjack,
  holdem,
  "mah-jong-pai-gow": mahJong,
  "pai-gow-poker": paiGowPoker,
  "pai-gow-tiles": paiGowTiles,
  "three-card": threeCard,
  "thirteen-card": thirteenCard,
  "ultimate-holdem": ultimate,
  war,
};

registerGames(GAMES, generic);
