import type { Classifier } from './classifier.ts'
import { fitLda } from './lda.ts'
import { matrixFrom } from './learn.ts'
import { linearLogits } from './linear.ts'
import { rowsOf } from './matrix.ts'
import { fitScaler, standardised } from './standardise.ts'
import { fitTemperature } from './temperature.ts'

/** Labelled vectors of a project, from which suggestions are made while a person labels. */
export interface LiveLesson {
  /** Half-precision vectors as bytes, row-major. */
  vectors: Uint8Array
  columns: number
  /** Class of each row, from 0. */
  labels: Int32Array
  classes: number
  /** Image of each row. */
  images: Int32Array
}

/** Temperature of an uncalibrated discriminant analysis. Without this temperature, the probabilities would be far too close to 0 and 1. */
const usualTemperature = 2.5
/** Minimum number of images for a calibration, because some images are left out of its fit. */
const fewestImages = 5
/** Interval of the images that are left out: every fifth. */
const leftOut = 5
/** Minimum number of rows for finding the temperature. */
const fewestHeld = 30
/** Maximum number of rows in the fit for the temperature. This fit need not be as exact as the classifier. */
const mostFitted = 2000

/** Fits a discriminant analysis to all rows. Its temperature comes from a fit without every fifth image, if there are enough examples. */
export function learnLive({ vectors, columns, labels, classes, images }: LiveLesson): { classifier: Classifier; isCalibrated: boolean } {
  const raw = matrixFrom(vectors, columns)
  const scaler = fitScaler(raw)
  const matrix = standardised(scaler, raw)
  const { model, distances } = fitLda(matrix, labels, classes)
  const temperature = heldTemperature()
  const members = [{ model, temperature: temperature ?? usualTemperature }]
  return { classifier: { method: 'lda', classes, scaler, members, distances }, isCalibrated: temperature !== null }

  function heldTemperature(): number | null {
    if (new Set(images).size < fewestImages) return null
    const rows = Array.from(labels.keys())
    const held = rows.filter(row => (images[row] ?? 0) % leftOut === 0)
    const fitted = rows.filter(row => (images[row] ?? 0) % leftOut !== 0)
    const taken = fitted.filter((_, index) => index % Math.ceil(fitted.length / mostFitted) === 0)
    const ofRows = (some: readonly number[]) => Int32Array.from(some, row => labels[row] ?? 0)
    if (held.length < fewestHeld || new Set(ofRows(taken)).size < classes) return null
    const fit = fitLda(rowsOf(matrix, taken), ofRows(taken), classes, { hasLimit: false })
    return fitTemperature(linearLogits(fit.model, rowsOf(matrix, held)), ofRows(held), classes)
  }
}
