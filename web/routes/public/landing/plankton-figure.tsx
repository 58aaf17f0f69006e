import styles from './drawings.module.css'

/** Returns the equivalent circular diameter of an ellipse with the given diameters. */
const equivalentDiameter = (length: number, width: number) => Math.sqrt(length * width)

const animals = [
  { x: 92, y: 88, tilt: -24, length: 1.2, width: 0.46 },
  { x: 236, y: 66, tilt: 38, length: 0.8, width: 0.31 },
  { x: 214, y: 182, tilt: -62, length: 1.02, width: 0.38 }
] as const
const pixelsPerMillimeter = 84

/** Drawing of copepods as a plankton imager records them, dark on light, with their equivalent diameters. */
export function PlanktonFigure() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 336 290"
      role="img"
      aria-label="Copepods and diatoms in one frame of an imager"
      aria-describedby="plankton-desc"
    >
      <desc id="plankton-desc">
        {`Three outlined copepods with equivalent diameters of ${animals.map(({ length, width }) => equivalentDiameter(length, width).toFixed(2)).join(', ')} mm, a chain of diatoms, and a scale bar of 1 mm.`}
      </desc>
      <rect className={styles.pale} x={8} y={8} width={320} height={240} />
      {Array.from({ length: 9 }, (_, link) => (
        <rect
          key={link}
          className={styles.diatom}
          x={48 + link * 11}
          y={196 - link * 3.4}
          width={9}
          height={13}
          rx={2}
          transform={`rotate(-16 ${52 + link * 11} 200)`}
        />
      ))}
      {animals.map(({ x, y, tilt, length, width }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <g transform={`rotate(${tilt})`}>
            <Copepod length={length * pixelsPerMillimeter} width={width * pixelsPerMillimeter} />
            <ellipse className={styles.outline} rx={(length * pixelsPerMillimeter) / 2 + 2} ry={(width * pixelsPerMillimeter) / 2 + 2} />
          </g>
          <text className={styles.size} y={(length * pixelsPerMillimeter) / 2 + 16}>
            {equivalentDiameter(length, width).toFixed(2)} mm
          </text>
        </g>
      ))}
      <path
        className={styles.measure}
        d={`M${316 - pixelsPerMillimeter} 264v8M316 264v8M${316 - pixelsPerMillimeter} 268h${pixelsPerMillimeter}`}
      />
      <text className={styles.length} x={316 - pixelsPerMillimeter / 2} y={286}>
        1 mm
      </text>
      <text className={styles.note} x={8} y={272}>
        equivalent diameter
      </text>
    </svg>
  )
}

/** Outline of a copepod: head to the right, antennae swept back, caudal furca to the left. */
function Copepod({ length, width }: { length: number; width: number }) {
  const half = length / 2
  const body = width / 2
  return (
    <g className={styles.copepod}>
      <path
        d={`M${half} 0C${half * 0.8} ${-body * 1.2} ${-half * 0.2} ${-body * 1.1} ${-half * 0.45} ${-body * 0.3}V${body * 0.3}C${-half * 0.2} ${body * 1.1} ${half * 0.8} ${body * 1.2} ${half} 0Z`}
      />
      <path d={`M${-half * 0.45} ${-body * 0.26}H${-half * 0.84}V${body * 0.26}H${-half * 0.45}Z`} />
      <path
        className={styles.hair}
        d={`M${-half * 0.84} ${-body * 0.16}L${-half * 1.06} ${-body * 0.5}M${-half * 0.84} ${body * 0.16}L${-half * 1.06} ${body * 0.5}`}
      />
      <path
        className={styles.hair}
        d={`M${half * 0.82} ${-body * 0.4}C${half * 0.7} ${-body * 2.2} ${half * 0.1} ${-body * 2.5} ${-half * 0.35} ${-body * 2.3}`}
      />
      <path
        className={styles.hair}
        d={`M${half * 0.82} ${body * 0.4}C${half * 0.7} ${body * 2.2} ${half * 0.1} ${body * 2.5} ${-half * 0.35} ${body * 2.3}`}
      />
      <circle className={styles.eye} cx={half * 0.78} r={Math.max(1.5, body * 0.13)} />
    </g>
  )
}
