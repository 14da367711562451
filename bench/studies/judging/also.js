/** @typedef {import('../types.js').Conclusion} Conclusion */
/** @typedef {import('../types.js').Claim} Claim */

/** What three studies had on the blocking side, and what most targets of this project have. */
const JDBC_CLIENT = /** @type {Record<string, string>} */ ({ 'mvc-jpa': 'mvc', 'webflux-jpa': 'webflux-jdbc' });

/**
 * @param {Conclusion[]} conclusions of a study that used JPA
 * @returns {Conclusion[]} each with what becomes of it if JdbcClient takes the place of JPA, where it is about JPA
 */
export function alsoWithJdbcClient(conclusions) {
  return conclusions.flatMap(({ text, claims }) => {
    const other = claims.map(withJdbcClient);
    const isSame = JSON.stringify(other) === JSON.stringify(claims);
    return [{ text, claims }, ...(isSame ? [] : [{ text: `With JdbcClient in place of JPA: ${text}`, claims: other }])];
  });
}

/** @param {Claim} claim @returns {Claim} */
function withJdbcClient(claim) {
  const named = Object.entries(claim).map(([field, value]) => [field, typeof value === 'string' ? (JDBC_CLIENT[value] ?? value) : value]);
  return /** @type {Claim} */ (Object.fromEntries(named));
}
