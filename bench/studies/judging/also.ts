import type { Conclusion, Claim } from '../types.ts';

/** What three studies had on the blocking side, and what most targets of this project have. */
const JDBC_CLIENT = { 'mvc-jpa': 'mvc', 'webflux-jpa': 'webflux-jdbc' } as Record<string, string>;

/**
 * @param conclusions of a study that used JPA
 * @returns each with what becomes of it if JdbcClient takes the place of JPA, where it is about JPA
 */
export function alsoWithJdbcClient(conclusions: Conclusion[]): Conclusion[] {
  return conclusions.flatMap(({ text, claims }) => {
    const other = claims.map(withJdbcClient);
    const isSame = JSON.stringify(other) === JSON.stringify(claims);
    return [{ text, claims }, ...(isSame ? [] : [{ text: `With JdbcClient in place of JPA: ${text}`, claims: other }])];
  });
}

function withJdbcClient(claim: Claim): Claim {
  const named = Object.entries(claim).map(([field, value]) => [field, typeof value === 'string' ? (JDBC_CLIENT[value] ?? value) : value]);
  return Object.fromEntries(named) as Claim;
}
