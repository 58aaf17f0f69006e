import type { Geometry } from '../geometry.ts'
import type { Texels } from '../strips.ts'
import { texelsWide } from './shape-shaders.ts'

/** Geometry in GPU memory. */
export interface Uploaded extends Pick<Geometry, 'lineStarts' | 'markStarts' | 'fillStarts'> {
  lines: WebGLTexture
  marks: WebGLTexture
  fills: WebGLBuffer | null
  hasFills: boolean
}

/** True when the lines fit into one texture. @param tallest maximum height of a texture */
export const fits = ({ lines }: Geometry, tallest: number): boolean => lines.count <= tallest * texelsWide

export function upload(gl: WebGL2RenderingContext, { lines, marks, fills, ...starts }: Geometry, hasFills: boolean): Uploaded {
  let buffer: WebGLBuffer | null = null
  if (fills.length > 0) {
    buffer = gl.createBuffer()
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, fills, gl.STATIC_DRAW)
  }
  return { ...starts, lines: texelTexture(gl, lines), marks: texelTexture(gl, marks), fills: buffer, hasFills }
}

export function drop(gl: WebGL2RenderingContext, uploaded: Uploaded | null | undefined): void {
  if (!uploaded) return
  gl.deleteTexture(uploaded.lines)
  gl.deleteTexture(uploaded.marks)
  gl.deleteBuffer(uploaded.fills)
}

function texelTexture(gl: WebGL2RenderingContext, { data, count }: Texels): WebGLTexture {
  const texture = dataTexture(gl, gl.RGBA32F, texelsWide, Math.max(1, Math.ceil(count / texelsWide)))
  const whole = Math.floor(count / texelsWide)
  if (whole > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, texelsWide, whole, gl.RGBA, gl.FLOAT, data)
  const rest = count - whole * texelsWide
  if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, whole, rest, 1, gl.RGBA, gl.FLOAT, data, whole * texelsWide * 4)
  return texture
}

/** Creates an empty texture for data, whose texels are read individually. */
export function dataTexture(gl: WebGL2RenderingContext, format: number, width: number, height: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  return texture
}
