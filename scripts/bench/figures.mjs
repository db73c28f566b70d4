// Formats the measurements of the benchmarks.
export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
export const milliseconds = (values) =>
  values.length === 0
    ? 'not measured'
    : `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
/** For a table that people read. */
export const about = (values) => {
  const time = median(values);
  return time < 10 ? `${time.toFixed(1)} ms` : time < 1000 ? `${time.toFixed(0)} ms` : `${(time / 1000).toFixed(1)} s`;
};
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
