// Load for bench-output.js: 50 VUs against one URL, as lean as k6 gets.
// -e URL=http://…  what to request;  -e SECONDS=6  how long
import http from 'k6/http';

export const options = {
    vus: 50,
    duration: `${__ENV.SECONDS}s`,
    discardResponseBodies: true,
    systemTags: ['name', 'status', 'expected_response', 'error_code'],
    summaryTrendStats: ['count', 'p(99)'],
};

const params = { tags: { name: 'trivial' } };

export default function () {
    http.get(__ENV.URL, params);
}

export function handleSummary(data) {
    return { stdout: JSON.stringify({ requests: data.metrics.http_reqs.values.count, rps: data.metrics.http_reqs.values.rate }) };
}
