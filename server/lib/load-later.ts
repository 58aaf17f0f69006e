import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Returns a function that loads a package on its first call. Packages make up most of the memory of an idle server. Packages for rare work are
 * therefore loaded this way, or with `import()` where the work is asynchronous.
 */
export function loadLater<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= require(name) as Package
    return loaded
  }
}
