import type { ModelOutput } from '../../../../../shared/contracts/uploaded-models.ts'
import type { Vertex } from '../../../../../shared/geometry/outline.ts'

/** Output tensor of a model. */
export interface OutputTensor {
  dims: readonly number[]
  data: Float32Array
}

/** Parameters that a decoder needs besides the output tensors. */
export interface DecodeFacts {
  output: ModelOutput
  /** Number of labels. */
  classes: number
  /** Indices of the labels that are never suggested. */
  ignored: ReadonlySet<number>
  /** Width and height of the input in pixels. */
  width: number
  height: number
}

/** Candidate object, in input pixels. */
export interface Found {
  x1: number
  y1: number
  x2: number
  y2: number
  score: number
  /** Label index. */
  index: number
  /** Outline of the object: outer ring, then holes. */
  rings?: Vertex[][]
  /** Coefficients of the mask prototypes. */
  coefficients?: Float32Array
}

export type DecodeObjects = (tensors: readonly OutputTensor[], facts: DecodeFacts) => Found[]
