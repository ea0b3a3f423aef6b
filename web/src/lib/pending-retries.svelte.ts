/** Changes that the house has not answered and that are asked for again: whoever waits is told so. */
class PendingRetries {
  count = $state(0);
}

export const pendingRetries = new PendingRetries();
