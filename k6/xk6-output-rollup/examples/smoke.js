/**
 * A minimal load. Its tags are those of a scenario, which `--tag` does not replace.
 *
 *   ./k6 run --out rollup=http://127.0.0.1:8086/k6 -e URL=http://127.0.0.1:8080/ examples/smoke.js
 *
 * Without URL it sends no request, so that it can run anywhere.
 */
import { sleep } from 'k6';
import http from 'k6/http';

export const options = {
  scenarios: {
    smoke: { executor: 'constant-vus', vus: 2, duration: '3s', tags: { run: 'example', name: 'smoke' } },
  },
  systemTags: ['status', 'error_code', 'expected_response'],
};

export default function () {
  if (__ENV.URL) http.get(__ENV.URL);
  sleep(0.1);
}
