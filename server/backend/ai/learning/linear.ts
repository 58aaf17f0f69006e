import { type Matrix, rowOf } from './matrix.ts'

/** Linear classifier with one weight vector and one bias per class. */
export interface LinearModel {
  kind: 'linear'
  classes: number
  columns: number
  /** Weight vectors, concatenated class by class. */
  weights: Float32Array
  biases: Float32Array
}

/** Computes the logits of rows, row-major. */
export function linearLogits({ classes, columns, weights, biases }: LinearModel, matrix: Matrix): Float32Array {
  const logits = new Float32Array(matrix.rows * classes)
  for (let row = 0; row < matrix.rows; row++) {
    const x = rowOf(matrix, row)
    for (let place = 0; place < classes; place++) {
      let sum = biases[place] ?? 0
      const from = place * columns
      for (let column = 0; column < columns; column++) sum += (weights[from + column] ?? 0) * (x[column] ?? 0)
      logits[row * classes + place] = sum
    }
  }
  return logits
}

/** Computes the probabilities p = softmax(logit / temperature), row-major. */
export function softmax(logits: Float32Array, classes: number, temperature = 1): Float32Array {
  const probabilities = new Float32Array(logits.length)
  for (let from = 0; from < logits.length; from += classes) {
    let largest = Number.NEGATIVE_INFINITY
    for (let place = 0; place < classes; place++) largest = Math.max(largest, logits[from + place] ?? 0)
    let sum = 0
    for (let place = 0; place < classes; place++) {
      const value = Math.exp(((logits[from + place] ?? 0) - largest) / temperature)
      probabilities[from + place] = value
      sum += value
    }
    for (let place = 0; place < classes; place++) probabilities[from + place] = (probabilities[from + place] ?? 0) / sum
  }
  return probabilities
}
