/** Linked program with the locations of its uniforms. */
export interface Program {
  program: WebGLProgram
  at: (uniform: string) => WebGLUniformLocation | null
}

type Sources = readonly [vertex: string, fragment: string]

const header = '#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp usampler2D;\n'

/** Compiles and links one program. @throws Error with the compiler's log when the graphics card rejects the shaders */
export const linkProgram = (gl: WebGL2RenderingContext, ...sources: Sources): Program => linkPrograms(gl, { it: sources }).it

/**
 * Compiles and links several programs in parallel. Reading a result blocks, so no result is read before the last compilation has started.
 * @throws Error with the compiler's log when the graphics card rejects the shaders
 */
export function linkPrograms<Name extends string>(gl: WebGL2RenderingContext, sources: Record<Name, Sources>): Record<Name, Program> {
  const begun = Object.entries<Sources>(sources).map(([name, each]) => [name, begin(gl, each)] as const)
  return Object.fromEntries(begun.map(([name, finish]) => [name, finish()])) as Record<Name, Program>
}

function begin(gl: WebGL2RenderingContext, sources: Sources): () => Program {
  const program = gl.createProgram()
  const shaders = sources.map((source, index) => {
    const shader = gl.createShader(index === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER)
    if (!shader) throw new Error('the graphics context is lost')
    gl.shaderSource(shader, header + source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    return shader
  })
  gl.linkProgram(program)

  return () => {
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error([...shaders.map(shader => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)].join(' '))
    for (const shader of shaders) gl.deleteShader(shader)
    const places = new Map<string, WebGLUniformLocation | null>()
    return {
      program,
      at: uniform => {
        if (!places.has(uniform)) places.set(uniform, gl.getUniformLocation(program, uniform))
        return places.get(uniform) ?? null
      }
    }
  }
}
