export const modelUploaders = ['administrators', 'owners'] as const

/** Server policy for uploaded models. */
export interface ModelPolicy {
  /** People who may upload models. `administrators`: server administrators who are editors of the project. `owners`: project owners as well. */
  uploaders: (typeof modelUploaders)[number]
  /** Maximum size of a model file. */
  largestBytes: number
  /** Whether models may be fetched from web addresses. */
  fromWeb: boolean
  /** Wall-clock limit of one model task in seconds. The first run of a large model takes minutes. */
  seconds: number
}

export const defaultModels: ModelPolicy = { uploaders: 'administrators', largestBytes: 1024 ** 3, fromWeb: false, seconds: 300 }
