import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { QualifierMark } from '../../../shared/taxonomy/qualifiers.ts'
import type { Scored } from './score.ts'

/*
 * Common form of all exchange formats. A parser yields entries as it reads, so that a file of any length fits into memory; a writer reads
 * from a source. Pixel coordinates are those of shared/contracts/shapes.ts; each format converts its own.
 */

export interface DatasetImage {
  fileName: string
  /** Pixels; null when the format has no size. */
  width: number | null
  height: number | null
  /** Number of the frame in its sequence, from 0. */
  frame?: number
  /** RFC 3339, UTC. */
  eventDate?: string
  /** Display of a clock without a time zone in the file: `2024-06-02T04:29:27.000`. */
  clock?: string
  decimalLatitude?: number
  decimalLongitude?: number
  coordinateUncertaintyInMeters?: number
  /** Positive down. */
  depthInMeters?: number
  /** Height of the camera above the sea floor. */
  altitudeInMeters?: number
  areaInSquareMeters?: number
  /** Heading of the camera, clockwise from north, 0–360. */
  yawInDegrees?: number
  /** Name of the site where it was taken. */
  site?: string
  uuid?: string
  sha256?: string
  /** Permanent URI of the picture. */
  handle?: string
  /** Id in the project that it comes from; no format has it. */
  mediaId?: string
}

export interface DatasetLabel {
  /** Identifier that annotations refer to: the file's own, or the name where the format has no other. Unique in a file. */
  id: string
  name: string
  /** Names of its ancestors, root first. */
  path: string[]
  /** Taxon of the label in the file. */
  taxon?: DatasetTaxon
}

export interface DatasetTaxon {
  /** Without author. */
  scientificName: string
  scientificNameAuthorship?: string
  /** LSID of WoRMS. */
  scientificNameID?: string
  /** Lower case. */
  taxonRank?: string
  /** Qualifier of an open name: the label is not the taxon itself. */
  identificationQualifier?: QualifierMark
  morphospecies?: string
  verbatimIdentification?: string
  /** Ranks of the ancestors, in the order of `path`. */
  pathRanks?: string[]
}

export interface Annotator {
  id: string
  name: string
  /** True for a program, where the file has this fact. */
  machine?: boolean
}

export interface GivenLabel extends Scored {
  labelId: string
  annotator?: Annotator
  /** RFC 3339, UTC. */
  at?: string
}

export type AttributeValue = string | number | boolean

/** @property confidence of the shape itself (there is an organism); the confidence of a name is with the label */
export interface DatasetAnnotation extends Scored {
  /**
   * Identifier in the file. When a parser yields one id of an image twice, the second entry adds its labels to the first. Some formats
   * write one row per label and need not keep them together.
   */
  id?: string
  fileName: string
  /** null: the whole image. */
  shape: Shape | null
  labels: GivenLabel[]
  /** In the file's order. A list of pairs, so that `__proto__` is an ordinary name. */
  attributes: [name: string, value: AttributeValue][]
  /** Common to the annotations of one individual on several images. */
  track?: string
  /** Position among the points for percent cover on the image, from 0. Such a point is not an individual. */
  samplePoint?: number
  /** Id in the project that it comes from; no format has it. */
  mediaId?: string
}

/** Entry of a file that was left out or changed. */
export interface Finding {
  /** false: left out. true: taken with a change. */
  taken: boolean
  /** Line of the file, from 1. */
  row?: number
  column?: string
  /** JSON Pointer, or the file inside an archive. */
  path?: string
  /** Name of its image, unless the message has it. */
  image?: string
  message: string
}

/** Position in a file. */
export type Place = Pick<Finding, 'row' | 'path'>

export type DatasetEntry =
  | ImageEntry
  | { kind: 'label'; label: DatasetLabel }
  | AnnotationEntry
  | { kind: 'note'; text: string }
  | FindingEntry

/** @property alike one of many with the same sentence, which is shown once with their number */
export interface FindingEntry {
  kind: 'finding'
  finding: Finding
  alike?: true
}

export interface ImageEntry {
  kind: 'image'
  image: DatasetImage
  place?: Place
}

export interface AnnotationEntry {
  kind: 'annotation'
  annotation: DatasetAnnotation
  place: Place
}

/** Metadata of a file. */
export interface DatasetAbout {
  title: string
  citation: string
  /** Names of people, in their order. */
  creators: string
  license: { name: string; url: string } | null
  /** Address of a DOI. */
  url: string | null
  /** RFC 3339, UTC. */
  writtenAt: string
}

/** Source of a writer: labels at once, the rest as often as needed. Annotations come in the order of their images. */
export interface DatasetSource {
  labels: readonly DatasetLabel[]
  images: () => Iterable<DatasetImage> | AsyncIterable<DatasetImage>
  annotations: () => Iterable<DatasetAnnotation> | AsyncIterable<DatasetAnnotation>
  about?: DatasetAbout
  /** Comment lines, where the format has them. */
  notes?: readonly string[]
}

/** One of the files of a format that is a folder. Paths have forward slashes. */
export interface ExchangeFile {
  path: string
  text: string
}
