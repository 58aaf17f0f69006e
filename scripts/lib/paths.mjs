import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the repository. Scripts use it instead of the working directory. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Path of a file in the repository. */
export const inRoot = (...parts) => join(root, ...parts)

/** Path of an executable that a package installed. */
export const packageBin = name => inRoot('node_modules', '.bin', name)

/** Path of the Node that Isobath runs on. Its version is pinned in package.json, and does not depend on the Node that runs npm. */
export const projectNode = packageBin('node')
