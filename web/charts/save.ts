const carried = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-family',
  'font-weight',
  'paint-order'
]

/** Saves a string as a file. */
export function saveText(fileName: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

/** Serialises an SVG as a standalone file. Colours and fonts from style sheets are written into each element. */
export function svgWithStyles(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(svg.viewBox.baseVal.width))
  const copies = copy.querySelectorAll<SVGElement>('*')
  svg.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const computed = getComputedStyle(element)
    const target = copies[index]
    for (const property of carried) target?.setAttribute(property, computed.getPropertyValue(property))
    target?.removeAttribute('class')
  })
  return new XMLSerializer().serializeToString(copy)
}
