/**
 * Codes of the feed.
 *
 * Made from the contracts by `python -m contracts.generate`; do not change it here.
 * @module
 */

export const SUBPROTOCOL = "standings.v1+json";

/** Why a connection or a subscription ended; from 4400 on the same request would fail again. */
export const CloseCode = {
  /** The client is done. */
  NORMAL: 1000,
  /** The service stops; connect again after retryAfterMs and resume. */
  GOING_AWAY: 1001,
  /** Refused by a rule of the operator. */
  POLICY: 1008,
  /** A client message above the limit of welcome.limits.messageBytes. */
  TOO_BIG: 1009,
  /** The service restarts; connect again after retryAfterMs and resume. */
  RESTART: 1012,
  /** Too many clients; connect again after retryAfterMs. */
  OVERLOAD: 1013,
  /** The service cannot continue this connection; connect again and resume. */
  STATE_LOST: 4001,
  /** The client read too slowly; connect again and resume. */
  SLOW_CONSUMER: 4008,
  /** The client did not answer a ping in time. */
  NO_PONG: 4010,
  /** Not a message of this protocol, or too many wrong ones. */
  BAD_MESSAGE: 4400,
  /** No token or ticket, or one that is not valid. */
  UNAUTHENTICATED: 4401,
  /** Not allowed from this origin or with this token. */
  FORBIDDEN: 4403,
  /** There is no such channel. */
  NO_SUCH_CHANNEL: 4404,
  /** No version of the protocol that both sides speak. */
  PROTOCOL_VERSION: 4406,
  /** No message from the client in time. */
  NOTHING_SAID: 4408,
  /** Too many messages; retry after retryAfterMs. */
  RATE_LIMITED: 4429,
} as const;
