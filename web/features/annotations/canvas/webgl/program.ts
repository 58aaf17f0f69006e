/** A linked program and the places of its uniforms. */
export interface Program {
  program: WebGLProgram
  at: (uniform: string) => WebGLUniformLocation | null
}

/** @throws Error with the compiler's words, when the card does not take the shaders */
export function linkProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment]
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('the graphics context is lost')
    gl.shaderSource(
      shader,
      `#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp usampler2D;\n${source}`
    )
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(gl.getShaderInfoLog(shader) ?? 'no reason')
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program) ?? 'no reason')
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    program,
    at: uniform => {
      if (!places.has(uniform)) places.set(uniform, gl.getUniformLocation(program, uniform))
      return places.get(uniform) ?? null
    }
  }
}
