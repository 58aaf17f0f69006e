export const modelUploaders = ['administrators', 'owners'] as const

/** Policy for models that teams upload. */
export interface ModelPolicy {
  /** `administrators`: server administrators who are editors of the project; `owners`: also the owners of the project. */
  uploaders: (typeof modelUploaders)[number]
  /** Largest size of a model file. */
  largestBytes: number
  /** Wall time limit of one task of a model. The first run of a large model takes minutes. */
  seconds: number
}

export const defaultModels: ModelPolicy = { uploaders: 'administrators', largestBytes: 1024 ** 3, seconds: 300 }
