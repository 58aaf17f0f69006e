/** A linked program and the places of its uniforms. */
export interface Program {
  program: WebGLProgram
  at: (uniform: string) => WebGLUniformLocation | null
}

type Sources = readonly [vertex: string, fragment: string]

const header = '#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp usampler2D;\n'

/** @throws Error with the compiler's words, when the card does not take the shaders */
export const linkProgram = (gl: WebGL2RenderingContext, ...sources: Sources): Program => linkPrograms(gl, { it: sources }).it

/**
 * The card compiles all of them at once: asking how one went waits for it, so that is done when the last has begun.
 * @throws Error with the compiler's words, when the card does not take the shaders
 */
export function linkPrograms<Name extends string>(gl: WebGL2RenderingContext, sources: Record<Name, Sources>): Record<Name, Program> {
  const begun = Object.entries<Sources>(sources).map(([name, each]) => ({ name, ...begin(gl, each) }))
  for (const { program, shaders } of begun) check(gl, program, shaders)
  return Object.fromEntries(begun.map(({ name, program }) => [name, linked(gl, program)])) as Record<Name, Program>
}

function begin(gl: WebGL2RenderingContext, [vertex, fragment]: Sources) {
  const program = gl.createProgram()
  const shaders = [compiled(gl, gl.VERTEX_SHADER, vertex), compiled(gl, gl.FRAGMENT_SHADER, fragment)]
  for (const shader of shaders) gl.attachShader(program, shader)
  gl.linkProgram(program)
  return { program, shaders }
}

function compiled(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (!shader) throw new Error('the graphics context is lost')
  gl.shaderSource(shader, header + source)
  gl.compileShader(shader)
  return shader
}

function check(gl: WebGL2RenderingContext, program: WebGLProgram, shaders: readonly WebGLShader[]): void {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const words = [...shaders.map(shader => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)].filter(Boolean)
    throw new Error(words.join('\n') || 'no reason')
  }
  for (const shader of shaders) gl.deleteShader(shader)
}

function linked(gl: WebGL2RenderingContext, program: WebGLProgram): Program {
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    program,
    at: uniform => {
      if (!places.has(uniform)) places.set(uniform, gl.getUniformLocation(program, uniform))
      return places.get(uniform) ?? null
    }
  }
}
