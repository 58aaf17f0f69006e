import { Mark } from '../geometry.ts'
import { filledBit, goneBit, hiddenBit } from '../look.ts'
import { pointRadiusPx } from '../shape-set.ts'
import { afterLine, afterRing, beforeLine, beforeRing } from '../strips.ts'

/** Width of the texture that holds vertices, in texels: a power of two. */
export const texelsWide = 2048
/** Width of the texture that holds looks. */
export const looksWide = 256

const float = (value: number) => value.toFixed(4)

/** What all shape shaders share. `view`: the picture's pixel in the middle, device pixels per pixel, device pixels per CSS pixel. */
const common = `
uniform sampler2D texels;
uniform usampler2D looks;
uniform vec4 view;
uniform vec2 halfCanvas;
flat out vec3 colour;
flat out uint style;

vec4 texel(int index) { return texelFetch(texels, ivec2(index & ${texelsWide - 1}, index / ${texelsWide}), 0); }
uvec4 lookOf(float slot) { int index = int(slot); return texelFetch(looks, ivec2(index & ${looksWide - 1}, index / ${looksWide}), 0); }
vec2 onCanvas(vec2 place) { return (place - view.xy) * view.z; }
void put(vec2 canvas) { gl_Position = vec4(canvas / halfCanvas * vec2(1.0, -1.0), 0.0, 1.0); }
bool isUnseen(uvec4 look) { return (look.a & ${hiddenBit | goneBit}u) != 0u; }
void putAway() { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); }
`

/** Half the width of a line with its casing, in CSS pixels: a double line is wider. */
const halfCasing = `float halfCasing(uint style) { return (style & 3u) == 3u ? 3.5 : 2.0; }`

/** Colour and cover of a line: `off` from its middle, `along` its way, both in device pixels. The casing is oklch(18% .02 232 / .75). */
const inked = `
vec4 inked(float off, float along, float ratio, vec3 colour, uint style) {
  uint stroke = style & 3u;
  float line = stroke == 3u ? 0.75 * ratio - abs(off - 1.75 * ratio) : ratio - off;
  float ink = clamp(line + 0.5, 0.0, 1.0);
  if (stroke == 1u) ink *= clamp(3.5 * ratio - abs(mod(along, 11.0 * ratio) - 5.5 * ratio) + 0.5, 0.0, 1.0);
  if (stroke == 2u) ink *= clamp(ratio - abs(mod(along, 5.0 * ratio) - 2.5 * ratio) + 0.5, 0.0, 1.0);
  float casing = 0.75 * clamp(halfCasing(style) * ratio - off + 0.5, 0.0, 1.0) * (1.0 - ink);
  return vec4(colour * ink + vec3(0.0314, 0.0745, 0.098) * casing, ink + casing);
}
`

export const lineVertex = `${common}
out vec2 offAndAlong;
${halfCasing}

void main() {
  int index = gl_VertexID >> 1;
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  vec4 here = texel(index);
  uvec4 look = lookOf(here.z);
  colour = vec3(look.rgb) / 255.0;
  style = look.a;
  offAndAlong = vec2(0.0);
  if (isUnseen(look)) { putAway(); return; }
  float reach = halfCasing(style) * view.w + 0.5;

  bool begins = here.w == ${float(beforeRing)} || here.w == ${float(beforeLine)};
  bool ends = here.w == ${float(afterRing)} || here.w == ${float(afterLine)};
  if (begins || ends) {
    // no width of its own: it joins strips without a trace
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
  // the mitre, not longer than 2.5 times the line's width
  vec2 mitre = normal / max(1.0 + dot(arriving, leaving), 0.3);
  vec2 cap = before.w == ${float(beforeLine)} ? -leaving : after.w == ${float(afterLine)} ? arriving : vec2(0.0);
  put(onCanvas(here.xy) + (mitre * side + cap) * reach);
  float capLength = before.w == ${float(beforeLine)} ? -reach : after.w == ${float(afterLine)} ? reach : 0.0;
  offAndAlong = vec2(side * reach, here.w * view.z + capLength);
}
`

export const lineFragment = `
uniform vec4 view;
in vec2 offAndAlong;
flat in vec3 colour;
flat in uint style;
out vec4 painted;
${halfCasing}
${inked}
void main() { painted = inked(abs(offAndAlong.x), offAndAlong.y, view.w, colour, style); }
`

export const markVertex = `${common}
out vec2 place;
flat out vec2 halfSize;
flat out int kind;
${halfCasing}

void main() {
  int index = gl_VertexID / 6;
  int corner = gl_VertexID - index * 6;
  vec4 middle = texel(index * 2);
  vec2 extent = texel(index * 2 + 1).xy;
  uvec4 look = lookOf(middle.z);
  colour = vec3(look.rgb) / 255.0;
  style = look.a;
  place = vec2(0.0);
  kind = int(middle.w);
  halfSize = kind == ${Mark.point} ? vec2(${float(pointRadiusPx - 1)} * view.w) : max(extent * view.z, vec2(0.5));
  if (isUnseen(look)) { putAway(); return; }
  vec2 direction = vec2(corner == 1 || corner > 3 ? 1.0 : -1.0, corner == 2 || corner == 3 || corner == 5 ? 1.0 : -1.0);
  place = direction * (halfSize + halfCasing(style) * view.w + 0.5);
  put(onCanvas(middle.xy) + place);
}
`

export const markFragment = `
uniform vec4 view;
in vec2 place;
flat in vec3 colour;
flat in uint style;
flat in vec2 halfSize;
flat in int kind;
out vec4 painted;
${halfCasing}
${inked}
void main() {
  vec2 beyond = abs(place) - halfSize;
  float outside;
  float along;
  if (kind == ${Mark.box}) {
    outside = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    vec2 way = place + halfSize;
    along = beyond.y > beyond.x
      ? (place.y < 0.0 ? way.x : 4.0 * halfSize.x + 2.0 * halfSize.y - way.x)
      : (place.x > 0.0 ? 2.0 * halfSize.x + way.y : 4.0 * (halfSize.x + halfSize.y) - way.y);
  } else {
    vec2 share = place / halfSize;
    outside = (length(share) - 1.0) * min(halfSize.x, halfSize.y);
    float angle = (style & 3u) == 0u || kind == ${Mark.blob} ? 0.0 : atan(share.y, share.x);
    along = (angle < 0.0 ? angle + 6.2832 : angle) * max(halfSize.x, halfSize.y);
  }
  painted = inked(abs(outside), along, view.w, colour, kind == ${Mark.blob} ? style & ~3u : style);
  if (kind == ${Mark.point}) {
    float dot = clamp(1.5 * view.w - length(place) + 0.5, 0.0, 1.0);
    painted = vec4(colour, 1.0) * dot + painted * (1.0 - dot);
  }
  if ((style & ${filledBit}u) != 0u) {
    float inside = 0.25 * clamp(0.5 - outside, 0.0, 1.0);
    painted += vec4(colour, 1.0) * inside * (1.0 - painted.a);
  }
}
`

export const fillVertex = `${common}
void main() {
  vec4 here = texel(gl_VertexID);
  uvec4 look = lookOf(here.z);
  colour = vec3(look.rgb) / 255.0;
  style = look.a;
  if (isUnseen(look) || (look.a & ${filledBit}u) == 0u) putAway();
  else put(onCanvas(here.xy));
}
`

export const fillFragment = `
flat in vec3 colour;
flat in uint style;
out vec4 painted;
void main() { painted = vec4(colour, 1.0) * 0.25; }
`
