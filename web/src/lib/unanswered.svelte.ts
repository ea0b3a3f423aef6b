/** Changes that the house has not answered and that are asked for again: whoever waits is told so. */
class Unanswered {
  count = $state(0);
}

export const unanswered = new Unanswered();
