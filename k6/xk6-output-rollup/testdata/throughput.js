// Load for bench/bench-output.js: 50 VUs in a closed loop against one URL, as lean as k6 gets.
// -e URL=http://… what to request; -e SECONDS=6 how long; -e SUMMARY=file.json where the throughput goes
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
