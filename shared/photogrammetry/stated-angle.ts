/** Name of a column with the horizontal angle of view, in degrees: `fov`, `hfov_deg`, “Horizontal field of view [°]”, “Angle of view”. */
const column = /^(h(orizontal)? ?)?(fov|field of view|angle of view|view(ing)? angle)( ?horizontal)?( ?\[?\(?(deg(rees)?|°)\]?\)?)?$/

/** Angle of view across an image, in degrees, from the first such column of its table; null unless the column has a value from 0.1 to 179. */
export function statedAngle(metadata: Readonly<Record<string, string>>): number | null {
  const name = Object.keys(metadata).find(name => column.test(plain(name)))
  const angle = name === undefined ? Number.NaN : Number.parseFloat(metadata[name]?.replace(',', '.') ?? '')
  return angle >= 0.1 && angle <= 179 ? angle : null
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
