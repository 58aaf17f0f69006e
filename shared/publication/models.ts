import type { PublishedModel } from '../contracts/publication.ts'

/** Of files that hold annotations, and of packed ones. Those of weights are left out: they may name a model. */
const ending = /\.(csv|tsv|xlsx?|ods|parquet|jsonl?|ndjson|geojson|xml|txt|ya?ml|pkl|npy|npz|h5|hdf5|zip|tar|t?gz|bz2|xz|zst|7z|rar)$/i
/** Id that distinguishes imports of files of one name. */
const count = / \(\d+\)$/

/** The name of a file without its endings, as people write it into a form. */
export function bareFileName(name: string): string {
  const bare = name.replace(count, '').replace(ending, '')
  return bare === name ? name : bareFileName(bare)
}

const noFiles: ReadonlySet<string> = new Set()

/** A program as an archive names it. */
export interface NamedModel {
  /** With its version; null where its annotations only name a file. */
  name: string | null
  /** For dwc:identificationReferences: name and version, address, hash of the weights. */
  references: string[]
  /** A model that nobody else can find has no version, or neither address nor hash. */
  isDescribed: boolean
}

/**
 * The model behind the annotations of a program, as far as the publication describes it. An import proposes the name of its file for a
 * program that the file does not name: that is no model's name.
 * @param files bare names of files that were imported; without them a file is known by its ending only
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
