import type { PlacedImage } from './held-out.ts'
import type { PredictingModel } from './point-predictions.ts'

/** Sample point. `id` is the id of its annotation. */
export interface SamplePoint {
  id: string
  media_id: string
  /** JSON of a Shape. */
  shape: string
}

/** Class probabilities of the points that a model can predict. */
export interface PredictedPoints {
  points: readonly SamplePoint[]
  /** Row-major, one row for each point. */
  probabilities: Float32Array
}

/** Model that predicts sample points. */
export interface PointPredictor {
  model: PredictingModel
  /** Whether the labels of an image are independent of the model. */
  isHeldOut(image: PlacedImage): boolean
  /** @throws HopelessJob when no image can succeed; any other error concerns this image only */
  predict(mediaId: string, points: readonly SamplePoint[]): Promise<PredictedPoints>
}
