/**
 * Remembers for a while the tiles that a server lacks. Revisiting a part of the sea then does not repeat the same requests.
 * @param keptMs time in milliseconds
 * @param mostKept maximum number of tiles; the oldest are dropped first
 */
export function missingTiles(keptMs: number, mostKept: number) {
  const until = new Map<string, number>()
  return {
    has: (key: string): boolean => (until.get(key) ?? 0) > Date.now(),
    remove: (key: string): boolean => until.delete(key),
    add(key: string): void {
      until.delete(key)
      until.set(key, Date.now() + keptMs) // newest last
      for (const oldest of until.keys()) {
        if (until.size <= mostKept) return
        until.delete(oldest)
      }
    }
  }
}
