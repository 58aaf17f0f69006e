/** Names of WGS 84, and of datums that differ from it by two metres at most, without spaces and signs. */
const names = [
  ...['wgs(19)?84', 'wsg84', 'worldgeodeticsystem(of)?(19)?84', 'crs84'],
  ...['nad83', 'northamericandatum(of)?(19)?83', 'etrs(19)?89', 'europeanterrestrialreferencesystem(19)?89', 'gda94', 'gda2020'],
  ...['nzgd2000', 'newzealandgeodeticdatum2000', 'sirgas', 'jgd20(00|11)', 'cgcs2000', 'itrf', 'grs(19)?80']
]
const agreeing = new RegExp(names.join('|'))

/** EPSG codes of these systems, datums and ellipsoids. */
const codes = new Set([
  ...['4326', '4979', '6326', '7030'],
  ...['4269', '6269', '4617', '4258', '4937', '6258', '4283', '6283', '7844', '4167', '6167'],
  ...['4674', '6674', '4612', '6668', '4490', '7019']
])

const notStated =
  /^(un(known|specified|defined|determined|available).*|not.*|no(ne|data|datum)?|na|nd|null|missing|gps|decimaldegrees|latlong?)?$/

/**
 * Whether a `dwc:geodeticDatum` lets positions be used as WGS 84. This also holds for an empty cell, and for words that state no datum. Other
 * datums, such as NAD27 or ED50, are off by a hundred metres and more.
 */
export function agreesWithWgs84(datum: string): boolean {
  const text = datum.normalize('NFKD').toLowerCase()
  const plain = text.replace(/[^a-z0-9]/g, '')
  if (notStated.test(plain) || agreeing.test(plain)) return true
  return /epsg|^\s*\d+\s*$/.test(text) && (text.match(/\d{4,}/g) ?? []).some(code => codes.has(code))
}
