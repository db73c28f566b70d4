// Formats the measurements of the benchmarks.
export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
export const milliseconds = (values) =>
  values.length === 0
    ? 'not measured'
    : `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
