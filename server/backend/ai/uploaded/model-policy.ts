export const modelUploaders = ['administrators', 'owners'] as const

/** Models that teams may bring. */
export interface ModelPolicy {
  /** `administrators` of the server who are editors of the project, or also the `owners` of a project. */
  uploaders: (typeof modelUploaders)[number]
  /** Size of a model file. */
  largestBytes: number
}

export const defaultModels: ModelPolicy = { uploaders: 'administrators', largestBytes: 1024 ** 3 }
