import { filledBit, goneBit, hiddenBit } from '../look.ts'
import { pointRadiusPx } from '../shape-set.ts'
import { Mark } from '../shapes/shape-kind.ts'
import { afterLine, afterRing, beforeLine, beforeRing } from '../strips.ts'

/** Width of the texture that holds vertices, in texels: a power of two. */
export const texelsWide = 2048
/** Width of the texture that holds looks. */
export const looksWide = 256

/** Opacity of a filled shape. */
const fillShare = '0.2'
/** Lowest bit of the kind of a mark, above the bits of a packed look. */
const kindShift = 5
const float = (value: number) => value.toFixed(4)

/*
 * Comments on a shader are written above it, because the page receives the text of the shader unchanged.
 * `paint` is the whole look in one number: every value for a fragment costs time for each triangle.
 */

/** Common part of all shape shaders. `view`: position in the picture at the centre, device pixels per picture pixel and per CSS pixel. */
const common = `
uniform sampler2D texels;
uniform usampler2D looks;
uniform vec4 view;
uniform vec2 halfCanvas;
flat out uint paint;

vec4 texel(int index) { return texelFetch(texels, ivec2(index & ${texelsWide - 1}, index / ${texelsWide}), 0); }
uvec4 lookOf(float slot) { int index = int(slot); return texelFetch(looks, ivec2(index & ${looksWide - 1}, index / ${looksWide}), 0); }
vec2 onCanvas(vec2 place) { return (place - view.xy) * view.z; }
void put(vec2 canvas) { gl_Position = vec4(canvas / halfCanvas * vec2(1.0, -1.0), 0.0, 1.0); }
bool isUnseen(uvec4 look) { return (look.a & ${hiddenBit | goneBit}u) != 0u; }
uint packed(uvec4 look) { return look.r | look.g << 8 | look.b << 16 | look.a << 24; }
void putAway() { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); }
`

/**
 * Dimensions of the four strokes, in CSS pixels. `penOf`: offset of the coloured line from the centre line, half its width, half the casing's
 * width. `dashOf`: half the length of a dash, and the period of the dashes.
 */
const pens = `
vec3 penOf(uint stroke) { return stroke == 3u ? vec3(1.75, 0.75, 3.5) : vec3(0.0, 1.0, 2.0); }
bool isDashed(uint stroke) { return stroke == 1u || stroke == 2u; }
vec2 dashOf(uint stroke) { return stroke == 1u ? vec2(3.5, 11.0) : vec2(1.0, 5.0); }
`

/** Inverse of `packed`. */
const unpacking = `vec3 colourOf(uint paint) { return vec3(paint & 255u, paint >> 8 & 255u, paint >> 16 & 255u) * ${1 / 255}; }`

/**
 * Colour and coverage at a point of a line: `off` from its centre line and `along` its length, in device pixels.
 * The casing is oklch(18% .02 232 / .75).
 */
const inked = `
${unpacking}
uniform vec4 view;
flat in uint paint;
out vec4 painted;
${pens}
vec4 inked(float off, float along, uint stroke, vec3 colour) {
  vec3 pen = penOf(stroke) * view.w;
  float ink = clamp(pen.y - abs(off - pen.x) + 0.5, 0.0, 1.0);
  if (isDashed(stroke)) {
    vec2 dash = dashOf(stroke) * view.w;
    ink *= clamp(dash.x - abs(fract(along / dash.y) - 0.5) * dash.y + 0.5, 0.0, 1.0);
  }
  float casing = 0.75 * clamp(pen.z - off + 0.5, 0.0, 1.0) * (1.0 - ink);
  return vec4(colour * ink + vec3(0.0314, 0.0745, 0.098) * casing, ink + casing);
}
`

/**
 * Vertex shader of lines. Segments without width join the strips of consecutive lines invisibly.
 * The length of a mitre is at most about 2.6 times the width of the line.
 */
export const lineVertex = `${common}${pens}
out vec2 offAndAlong;

void main() {
  int index = gl_VertexID >> 1;
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  vec4 here = texel(index);
  uvec4 look = lookOf(here.z);
  paint = packed(look);
  offAndAlong = vec2(0.0);
  if (isUnseen(look)) { putAway(); return; }
  float reach = penOf(look.a & 3u).z * view.w + 0.5;

  bool begins = here.w == ${float(beforeRing)} || here.w == ${float(beforeLine)};
  bool ends = here.w == ${float(afterRing)} || here.w == ${float(afterLine)};
  if (begins || ends) {
    vec2 end = texel(begins ? index + 1 : index - 1).xy;
    float cap = here.w == ${float(beforeLine)} || here.w == ${float(afterLine)} ? reach : 0.0;
    put(onCanvas(end) + normalize(here.xy - end) * cap);
    return;
  }

  vec4 before = texel(index - 1);
  vec4 after = texel(index + 1);
  vec2 arriving = normalize(here.xy - before.xy);
  vec2 leaving = normalize(after.xy - here.xy);
  vec2 normal = vec2(-arriving.y - leaving.y, arriving.x + leaving.x);
  vec2 mitre = normal / max(1.0 + dot(arriving, leaving), 0.3);
  float cap = before.w == ${float(beforeLine)} ? -reach : after.w == ${float(afterLine)} ? reach : 0.0;
  put(onCanvas(here.xy) + mitre * side * reach + arriving * cap);
  offAndAlong = vec2(side * reach, here.w * view.z + cap);
}
`

export const lineFragment = `
in vec2 offAndAlong;
${inked}
void main() { painted = inked(abs(offAndAlong.x), offAndAlong.y, paint >> 24 & 3u, colourOf(paint)); }
`

export const markVertex = `${common}${pens}
out vec2 place;
flat out vec2 halfSize;

void main() {
  int index = gl_VertexID / 6;
  int corner = gl_VertexID - index * 6;
  vec4 middle = texel(index * 2);
  vec2 extent = texel(index * 2 + 1).xy;
  uvec4 look = lookOf(middle.z);
  uint kind = uint(middle.w);
  if (kind == ${Mark.blob}u) look.a &= ~3u;
  paint = packed(look) | kind << ${24 + kindShift};
  halfSize = kind == ${Mark.point}u ? vec2(${float(pointRadiusPx - 1)} * view.w) : max(extent * view.z, vec2(0.5));
  place = vec2(0.0);
  if (isUnseen(look)) { putAway(); return; }
  vec2 direction = vec2(corner == 1 || corner > 3 ? 1.0 : -1.0, corner == 2 || corner == 3 || corner == 5 ? 1.0 : -1.0);
  place = direction * (halfSize + penOf(look.a & 3u).z * view.w + 0.5);
  put(onCanvas(middle.xy) + place);
}
`

/**
 * Fragment shader of marks. Dashes run clockwise around a box from its top left corner.
 * Around an ellipse, they run clockwise from its right end, approximately evenly spaced.
 * The early branches save a third of the drawing time on software renderers.
 */
export const markFragment = `
in vec2 place;
flat in vec2 halfSize;
${inked}
float aroundBox(vec2 beyond) {
  bool isAlongTop = beyond.y > beyond.x;
  float way = isAlongTop ? place.x + halfSize.x : place.y + halfSize.y + 2.0 * halfSize.x;
  if ((isAlongTop ? place.y : -place.x) <= 0.0) return way;
  return 4.0 * (halfSize.x + halfSize.y) - way - (isAlongTop ? 2.0 * halfSize.y : -2.0 * halfSize.x);
}
float aroundEllipse(vec2 share) {
  float quarter = share.y / (abs(share.x) + abs(share.y) + 1e-6);
  return (share.x > 0.0 ? quarter : 2.0 - quarter) * 1.5708 * max(halfSize.x, halfSize.y);
}
void main() {
  uint style = paint >> 24;
  uint kind = style >> ${kindShift} & 3u;
  uint stroke = style & 3u;
  vec3 colour = colourOf(paint);
  float outside;
  float around = 0.0;
  float dot = 0.0;
  if (kind == ${Mark.box}u) {
    vec2 beyond = abs(place) - halfSize;
    outside = max(beyond.x, beyond.y);
    if (isDashed(stroke)) around = aroundBox(beyond);
  } else {
    vec2 share = place / halfSize;
    float away = length(share);
    outside = (away - 1.0) * min(halfSize.x, halfSize.y);
    if (isDashed(stroke)) around = aroundEllipse(share);
    if (kind == ${Mark.point}u) dot = clamp(1.5 * view.w - away * halfSize.x + 0.5, 0.0, 1.0);
  }
  painted = vec4(0.0);
  if (abs(outside) < penOf(stroke).z * view.w + 0.5) painted = inked(abs(outside), around, stroke, colour);
  float inside = dot;
  if (kind != ${Mark.point}u && (style & ${filledBit}u) != 0u) inside = ${fillShare} * clamp(0.5 - outside, 0.0, 1.0) * (1.0 - painted.a);
  painted = painted * (1.0 - dot) + vec4(colour, 1.0) * inside;
}
`

export const fillVertex = `${common}
void main() {
  vec4 here = texel(gl_VertexID);
  uvec4 look = lookOf(here.z);
  paint = packed(look);
  if (isUnseen(look) || (look.a & ${filledBit}u) == 0u) putAway();
  else put(onCanvas(here.xy));
}
`

export const fillFragment = `
${unpacking}
flat in uint paint;
out vec4 painted;
void main() { painted = vec4(colourOf(paint), 1.0) * ${fillShare}; }
`
