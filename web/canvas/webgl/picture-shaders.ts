/**
 * Vertex shader of a rectangle. `gl_VertexID` numbers its corners.
 * `rectangles`: first the position in device pixels from the top left of the canvas. Second, the shown part of the texture, 0 to 1.
 * `share`: the position in the picture, 0 to 1.
 */
const vertex = (more: { declared: string; done: string }) => `
uniform vec4 rectangles[2];
uniform vec2 canvas;
out vec2 inTile;
${more.declared}
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  inTile = mix(rectangles[1].xy, rectangles[1].zw, corner);
  ${more.done}
  vec2 at = mix(rectangles[0].xy, rectangles[0].zw, corner) / canvas * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}
`

export const plainVertex = vertex({ declared: '', done: '' })
export const correctedVertex = vertex({
  declared: 'uniform vec4 share; out vec2 inPicture;',
  done: 'inPicture = mix(share.xy, share.zw, corner);'
})

export const plainFragment = `
uniform sampler2D tile;
in vec2 inTile;
out vec4 painted;
void main() { painted = texture(tile, inTile); }
`

/**
 * Fragment shader of the corrections, in order: stretch, white balance, exposure, local contrast, contrast, gamma. All operate on the sRGB
 * channel values, without linearisation.
 */
export const correctedFragment = `
uniform sampler2D tile;
uniform sampler2D surroundings;
uniform vec3 low;
uniform vec3 high;
uniform vec3 gains;
uniform float exposure;
uniform float contrast;
uniform float gamma;
uniform float localContrast;
uniform float blurredLevel;
in vec2 inTile;
in vec2 inPicture;
out vec4 painted;
vec3 lit(vec3 colour) { return (colour - low) / max(high - low, vec3(1e-3)) * gains * exposure; }
void main() {
  vec4 own = texture(tile, inTile);
  vec3 colour = lit(own.rgb);
  if (localContrast != 0.0) colour += localContrast * (colour - lit(textureLod(surroundings, inPicture, blurredLevel).rgb));
  colour = clamp((colour - 0.5) * contrast + 0.5, 0.0, 1.0);
  painted = vec4(pow(colour, vec3(1.0 / gamma)) * own.a, own.a);
}
`

/** Fragment shader of a tile that could not be fetched. It is hatched, so that the blurred preview is not mistaken for the picture. */
export const hatchFragment = `
out vec4 painted;
void main() {
  float stripe = step(mod(gl_FragCoord.x + gl_FragCoord.y, 12.0), 1.5);
  painted = mix(vec4(0.0314, 0.0745, 0.098, 1.0) * 0.55, vec4(0.68, 0.78, 0.8, 1.0) * 0.6, stripe);
}
`
