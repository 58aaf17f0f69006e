export const modelUploaders = ['administrators', 'owners'] as const

/** Models that teams may bring. */
export interface ModelPolicy {
  /** `administrators` of the server who are editors of the project, or also the `owners` of a project. */
  uploaders: (typeof modelUploaders)[number]
  /** Size of a model file. */
  largestBytes: number
  /** Wall time of one task of the process of a model. The first run of a large model takes minutes. */
  seconds: number
}

export const defaultModels: ModelPolicy = { uploaders: 'administrators', largestBytes: 1024 ** 3, seconds: 300 }
