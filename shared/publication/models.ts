import type { PublishedModel } from '../contracts/publication.ts'

/** File extensions of annotation files and archives. Extensions of weight files are left out, because they may belong to a model's name. */
const ending = /\.(csv|tsv|xlsx?|ods|parquet|jsonl?|ndjson|geojson|xml|txt|ya?ml|pkl|npy|npz|h5|hdf5|zip|tar|t?gz|bz2|xz|zst|7z|rar)$/i
/** Number that distinguishes imports of files with the same name. */
const count = / \(\d+\)$/

/** File name without its extensions and import number, in the form that people enter as a name. */
export function bareFileName(name: string): string {
  const bare = name.replace(count, '').replace(ending, '')
  return bare === name ? name : bareFileName(bare)
}

const noFiles: ReadonlySet<string> = new Set()

/** Program that made annotations, in the form in which an archive names it. */
export interface NamedModel {
  /** Name with version; null when the annotations only name a file. */
  name: string | null
  /** Values for dwc:identificationReferences: name and version, URL, hash of the weights. */
  references: string[]
  /** Whether the model is described well enough for others to find it: a version, and a URL or a hash. */
  isDescribed: boolean
}

/**
 * Model that made the annotations of a program, as described in the publication. If a file does not name its program, the import suggests the
 * file name as the annotator. Such a name does not count as the name of a model.
 * @param files bare names of imported files; without them, a file is recognised only by its extension
 */
export function namedModel(annotator: string, models: readonly PublishedModel[], files = noFiles): NamedModel {
  const model = models.find(described => described.annotator === annotator)
  if (!model) {
    const isFile = ending.test(annotator.replace(count, '')) || files.has(bareFileName(annotator))
    const name = isFile ? null : annotator
    return { name, references: name === null ? [] : [name], isDescribed: false }
  }
  const { version, address, sha256 } = model
  const name = version === null ? model.name : `${model.name} ${version}`
  return {
    name,
    references: [name, ...(address === null ? [] : [address]), ...(sha256 === null ? [] : [`sha256:${sha256}`])],
    isDescribed: version !== null && (address !== null || sha256 !== null)
  }
}
