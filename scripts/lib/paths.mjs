import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the repository. Every script works from here, wherever it is started. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Path of a file in the repository. */
export const inRoot = (...parts) => join(root, ...parts)

/** Path of a program that a package installed. */
export const packageBin = name => inRoot('node_modules', '.bin', name)

/** Node version that Isobath runs on, pinned in package.json, whichever Node started npm. */
export const projectNode = packageBin('node')
