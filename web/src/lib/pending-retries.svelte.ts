/** Number of requests without a response that are being retried; shown as a notice. */
class PendingRetries {
  count = $state(0);
}

export const pendingRetries = new PendingRetries();
