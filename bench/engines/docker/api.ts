/** The Docker Engine's API, for what `docker compose` does not do: limits of a running container, exits with their reason. */
import { UsageError } from '../../util/errors.ts';
import { JsonApi } from '../common/json-api.ts';
import { UnixHttp } from '../unix-http.ts';

const SOCKET = '/var/run/docker.sock';
/** Docker answers in milliseconds, but on a busy machine a start of ten containers at once took more than a minute. */
const ANSWER_MS = 180_000;

type OnEvent = (event: { Action: string; Actor: { ID: string; Attributes: Record<string, string> } }) => void;

export class DockerApi extends JsonApi {
  constructor() {
    const explained = ({ code, message }: Error & { code?: string }) =>
      new UsageError(
        code === 'EACCES'
          ? `ENGINE=docker: this user may not use the Docker engine (${SOCKET})`
          : `ENGINE=docker: the Docker engine does not answer at ${SOCKET}: ${message}`,
      );
    super(new UnixHttp(SOCKET, { answerMs: ANSWER_MS, explained }));
  }

  protected override refusal(text: string, _: number, asked: string) {
    const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
    return new Error(`Docker refused ${asked}: ${reason.split('\\n')[0]}`);
  }

  /** @returns once events are being heard; ends it */
  events(filters: Record<string, string[]>, onEvent: OnEvent): Promise<() => void> {
    return this.http.stream(`/events?filters=${encodeURIComponent(JSON.stringify(filters))}`, onEvent);
  }
}
