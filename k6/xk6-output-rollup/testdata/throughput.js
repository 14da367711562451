// The load of bench/bench-output.js: 50 VUs in a closed loop on one URL, at the lowest cost that k6 allows.
// -e URL=http://… to request; -e SECONDS=6: duration; -e SUMMARY=file.json: where the throughput is written
import http from 'k6/http';

export const options = {
  vus: 50,
  duration: `${__ENV.SECONDS}s`,
  discardResponseBodies: true,
  systemTags: ['name', 'status', 'error_code', 'expected_response'],
  thresholds: { http_req_failed: ['rate==0'] },
};

const params = { tags: { name: 'trivial' } };

export default function () {
  http.get(__ENV.URL, params);
}

/** @param {{metrics: Record<string, {values: Record<string, number>}>}} data */
export function handleSummary(data) {
  return { [__ENV.SUMMARY]: JSON.stringify({ rps: data.metrics.http_reqs.values.rate }) };
}
