import { excerpt } from '../../core/format';
import { asRecord, asText } from '../../core/json';
import { framesOf, isCalledFrom } from '../script-place';
import { MAX_TEXT, type ScriptPlace } from './log-entry';

/** Requests that are under way. A page that makes more loses the oldest. */
const MAX_REQUESTS = 1000;

/** Characters. Chromium's IDs have at most about 20. */
const MAX_ID = 100;

/** A request of the extension that failed, with the place of the code that made it. */
export interface FailedRequest {
  readonly text: string;
  readonly place: ScriptPlace | undefined;
}

/** Finds the requests that failed among the events of the Network domain of one target. */
export class FailedRequests {
  private readonly underWay = new Map<string, FailedRequest>();

  /**
   * @param origin of the extension.
   * @param isOwn whether all requests of the target are the extension's; if not, only those that its code made.
   */
  constructor(
    private readonly origin: string,
    private readonly isOwn: boolean,
  ) {}

  /** @returns the request that an event of the domain reports as failed. */
  receive(method: string, params: Record<string, unknown>): FailedRequest | undefined {
    const id = asText(params['requestId']);
    if (id === undefined || id.length > MAX_ID) return undefined;
    if (method === 'Network.requestWillBeSent') this.begin(id, params);
    if (method === 'Network.loadingFinished') this.underWay.delete(id);
    const request = this.underWay.get(id);
    const reason = request && reasonOf(method, params);
    if (reason === undefined) return undefined;
    this.underWay.delete(id);
    return { text: `${request?.text ?? ''} ${reason}`, place: request?.place };
  }

  private begin(id: string, { request, initiator }: Record<string, unknown>): void {
    const { method, url } = asRecord(request);
    const { stack } = asRecord(initiator);
    if (!this.isOwn && !isCalledFrom(this.origin, stack)) return;
    const address = (asText(url) ?? '').replace(`${this.origin}/`, '');
    const text = excerpt(`${asText(method) ?? ''} ${address}`.trim(), MAX_TEXT);
    // The stack itself may be as long as it likes.
    this.underWay.set(id, { text, place: framesOf(this.origin, stack).find(({ place }) => place)?.place });
    const [oldest] = this.underWay.keys();
    if (this.underWay.size > MAX_REQUESTS && oldest !== undefined) this.underWay.delete(oldest);
  }
}

/** Why a request failed, in Chromium's words; undefined if it did not. A request that was aborted did not fail. */
function reasonOf(method: string, params: Record<string, unknown>): string | undefined {
  if (method === 'Network.responseReceived') {
    const { status, statusText } = asRecord(params['response']);
    return typeof status === 'number' && status >= 400 ? `${status} ${asText(statusText) ?? ''}`.trim() : undefined;
  }
  if (method !== 'Network.loadingFailed' || params['canceled'] === true) return undefined;
  const { corsError } = asRecord(params['corsErrorStatus']);
  const details = [params['blockedReason'], corsError].flatMap((each) => asText(each) ?? []);
  return [asText(params['errorText']) ?? 'failed', ...details].join(', ');
}
