/** Figures of a collection and prices of its hosting, as entered by the reader. Prices are in the reader's currency. */
export type Collection = {
  imagesPerYear: number
  megabytesPerImage: number
  years: number
  /** Previews and tiles as a share of the originals, e.g. 0.3. */
  derivedShare: number
  /** Copies kept in total, including the working one. */
  copies: number
  /** Price; null until the reader has entered it. */
  pricePerGigabyteMonth: number | null
  machinePerMonth: number | null
}

export type Year = { year: number; storedGigabytes: number; storageCost: number; machineCost: number }

export type Estimate = {
  /** Growth per year in gigabytes (10⁹ bytes), including previews and copies. */
  gigabytesPerYear: number
  storedGigabytes: number
  imageCount: number
  /** Volume and cost of each year. A price that was not entered counts as zero. */
  years: readonly Year[]
  total: number
  /** Cost of the last month, when everything is stored. */
  lastMonth: number
}

/**
 * Estimates the storage and cost of a collection that grows evenly. Each month is charged for the data stored at its end.
 * @throws RangeError when a number is negative or not finite, or the number of copies is below 1
 */
export function estimate(collection: Collection): Estimate {
  const { imagesPerYear, megabytesPerImage, years, derivedShare, copies } = collection
  const price = collection.pricePerGigabyteMonth ?? 0
  const machine = collection.machinePerMonth ?? 0
  for (const number of [imagesPerYear, megabytesPerImage, years, derivedShare, price, machine]) {
    if (!Number.isFinite(number) || number < 0) throw new RangeError(`${number} is not a valid amount`)
  }
  if (!(copies >= 1)) throw new RangeError('The number of copies must be at least 1')

  const gigabytesPerYear = (imagesPerYear * megabytesPerImage * (1 + derivedShare) * copies) / 1000
  const rows = Array.from({ length: Math.round(years) }, (_, index): Year => {
    const before = index * gigabytesPerYear
    const gigabyteMonths = 12 * before + (gigabytesPerYear / 12) * 78 // 1 + 2 + … + 12 twelfths of the year's growth
    return {
      year: index + 1,
      storedGigabytes: before + gigabytesPerYear,
      storageCost: gigabyteMonths * price,
      machineCost: 12 * machine
    }
  })
  const storedGigabytes = rows.at(-1)?.storedGigabytes ?? 0
  return {
    gigabytesPerYear,
    storedGigabytes,
    imageCount: imagesPerYear * rows.length,
    years: rows,
    total: rows.reduce((sum, year) => sum + year.storageCost + year.machineCost, 0),
    lastMonth: storedGigabytes * price + machine
  }
}

/** Reads a typed amount, with a decimal comma or point; null for empty or invalid text. */
export function readAmount(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return null
  return Number(text)
}

/** Formats a volume in the most readable unit, such as "750 GB" or "3.2 TB". */
export function volumeInWords(gigabytes: number): string {
  if (gigabytes >= 1000) return `${Number((gigabytes / 1000).toPrecision(3)).toLocaleString('en-GB')} TB`
  return `${Number(gigabytes.toPrecision(3)).toLocaleString('en-GB')} GB`
}
