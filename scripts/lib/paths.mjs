import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder; every script works from here, wherever it is called from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A file of the repository. */
export const inRoot = (...parts) => join(root, ...parts)

/** A program that the packages brought. */
export const packageBin = name => inRoot('node_modules', '.bin', name)

/** The Node that Isobath runs on: pinned in package.json, whatever Node started npm. */
export const projectNode = packageBin('node')
