import http from "k6/http";
import { check } from "k6";

const BASE = __ENV.BASE_URL || "http://localhost:18080";

export const options = { vus: 10, duration: "30s" };

export default function () {
  const answer = http.get(`${BASE}/simple`);
  check(answer, { "says ok": (r) => r.json("message") === "ok" });
}
