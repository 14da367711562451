/** A load of one request, for somebody who has no script. */
import http from 'k6/http';

/**
 * @param {{ method: string, path: string, body?: string, headers?: Record<string, string>, expect: number }} request `path` begins with a slash; `expect`:
 *   status that counts as success
 * @returns {import('./test.js').Script}
 */
export function requestScript({ method, path, body, headers = {}, expect }) {
  const params = { headers, responseCallback: http.expectedStatuses(expect) };
  return { default: () => http.request(method, __ENV.BASE_URL + path, body, params) };
}
