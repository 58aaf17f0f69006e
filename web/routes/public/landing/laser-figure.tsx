import styles from './drawings.module.css'

/** Drawing of a frame of 4,000 × 3,000 pixels with two laser points, and the lengths that follow from them. */
export function LaserFigure() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 336 290"
      role="img"
      aria-label="From two laser points to the area of a frame"
      aria-describedby="laser-desc"
    >
      <desc id="laser-desc">
        The two points lie 400 pixels apart, which is 20 cm on the ground; the frame of 4,000 by 3,000 pixels is therefore 2.00 m wide and
        1.50 m high.
      </desc>
      <rect className={styles.dark} x={28} y={8} width={300} height={225} />
      {[
        { x: 82, y: 62, tilt: -8 },
        { x: 248, y: 90, tilt: 6 },
        { x: 206, y: 196, tilt: -3 },
        { x: 98, y: 176, tilt: 12 }
      ].map(({ x, y, tilt }) => (
        <g key={x} className={styles.pen} transform={`translate(${x} ${y}) rotate(${tilt})`}>
          <path d="M0 16V-20" />
          {[-18, -13, -8, -3, 2].map((height, index) => (
            <path
              key={height}
              d={`M0 ${height + 3}q${-5 - index} -2 ${-8 - index * 1.4} -8M0 ${height + 3}q${5 + index} -2 ${8 + index * 1.4} -8`}
            />
          ))}
        </g>
      ))}
      <circle className={styles.laser} cx={163} cy={124} r={4} />
      <circle className={styles.laser} cx={193} cy={124} r={4} />
      <path className={styles.measureOnDark} d="M163 138v8M193 138v8M163 142h30" />
      <text className={styles.onDark} x={178} y={160}>
        400 px = 20 cm
      </text>
      <path className={styles.measure} d="M28 244v10M328 244v10M28 249h300" />
      <text className={styles.length} x={178} y={272}>
        4,000 px = 2.00 m
      </text>
      <path className={styles.measure} d="M12 8h10M12 233h10M17 8v225" />
      <text className={styles.length} transform="translate(9 120) rotate(-90)">
        3,000 px = 1.50 m
      </text>
    </svg>
  )
}
