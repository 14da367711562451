/** Keys of the tables that this project fills itself. */

/** @param table without further keys than its type names: the compiler cannot know that @returns in its order */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
